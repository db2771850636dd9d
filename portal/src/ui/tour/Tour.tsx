import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { read } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { paths } from '../../paths.ts';
import { endTour } from './tour-state.ts';
import './tour.css';

type Step = { id: string; title: string; text: string; to?: string };

/**
 * Four steps through the portal for somebody who signs in for the first time. It does not block the page, can be ended
 * at any step, and does not come back.
 */
export function Tour({ onEnd }: { onEnd: () => void }) {
  const [place, setPlace] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const companies = useQuery(read('listCompanies', { pageSize: 1 }));
  const first = companies.data?.results[0]?.companyId;
  const steps: Step[] = [
    { id: 'overview', title: t('tourOverview'), text: t('tourOverviewText'), to: paths.overview() },
    {
      id: 'company',
      title: t('tourCompany'),
      text: t('tourCompanyText'),
      to: first ? paths.company(first) : paths.companies(),
    },
    { id: 'messages', title: t('messageLog'), text: t('tourMessagesText'), to: paths.messages() },
    { id: 'search', title: t('tourSearch'), text: t('tourSearchText') },
  ];
  const step = steps[place];
  const isLast = place === steps.length - 1;
  useEffect(() => {
    document.body.dataset.tour = step?.id ?? '';
    return () => {
      delete document.body.dataset.tour;
    };
  }, [step?.id]);

  useEffect(() => heading.current?.focus(), []);

  function end() {
    endTour();
    onEnd();
  }
  function go(next: number) {
    const to = steps[next]?.to;
    setPlace(next);
    if (to) void navigate({ to });
    // Screen readers read the heading of the step; the next Tab is in the step.
    heading.current?.focus();
  }

  return (
    <div
      className="tour"
      role="dialog"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      onKeyDown={(event) => {
        if (event.key === 'Escape') end();
      }}
    >
      <div className="tour-head">
        <h2 id="tour-title" ref={heading} tabIndex={-1}>
          {step?.title}
        </h2>
        <CloseButton aria-label={t('endTour')} onClick={end} />
      </div>
      <p id="tour-text">{step?.text}</p>
      <div className="tour-foot">
        <span className="dimmed">{t('tourStep', { place: place + 1, all: steps.length })}</span>
        {place > 0 && (
          <Button variant="default" size="xs" onClick={() => go(place - 1)}>
            {t('back')}
          </Button>
        )}
        {!isLast && (
          <Button variant="default" size="xs" onClick={end}>
            {t('endTour')}
          </Button>
        )}
        <Button size="xs" onClick={() => (isLast ? end() : go(place + 1))}>
          {isLast ? t('finishTour') : t('next')}
        </Button>
      </div>
    </div>
  );
}
