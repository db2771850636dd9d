import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { divide } from '../../portal/src/pages/webhooks/messages/histogram-period.ts';
import { spanText } from '../../portal/src/ui/chart/span-text.ts';
import { dateText, momentText } from '../../portal/src/ui/date-words.ts';
import { periodLabel } from '../../portal/src/ui/filter/period.ts';
import { percentText } from '../../portal/src/ui/percent.ts';
import { exactTime } from '../../portal/src/ui/time-words.ts';
import {
  chooseZone,
  fromLocal,
  isZone,
  offsetMs,
  timeZone,
  toLocal,
  zoneOfBrowser,
} from '../../portal/src/ui/zone/time-zone.ts';
import { allZones } from '../../portal/src/ui/zone/zone-names.ts';

afterEach(() => chooseZone(undefined));

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];
const hourMs = 3_600_000;

test('what is typed as a local time comes back as the same local time, in every zone and hour of a year', () => {
  for (const zone of zones)
    for (let ms = Date.parse('2026-01-01T00:00:00Z'); ms < Date.parse('2027-01-01T00:00:00Z'); ms += 5 * hourMs) {
      const at = new Date(ms).toISOString();
      const back = fromLocal(toLocal(at, 19, zone), zone);
      // The hour that a clock shows twice in autumn means one of two times.
      const off = Math.abs(Date.parse(back ?? '') - ms);
      assert.ok(off === 0 || (off <= hourMs && toLocal(back, 19, zone) === toLocal(at, 19, zone)), `${zone} ${at}`);
    }
  assert.equal(fromLocal('2026-07-01T12:00', 'Europe/Berlin'), '2026-07-01T10:00:00.000Z');
  assert.equal(fromLocal('2026-12-01T12:00', 'Europe/Berlin'), '2026-12-01T11:00:00.000Z');
  assert.equal(fromLocal('', 'UTC'), undefined);
  assert.equal(toLocal(undefined), '');
  assert.equal(offsetMs(Date.parse('2026-07-01T00:00:00Z'), 'Asia/Kolkata'), 5.5 * hourMs);
});

test('all times are shown in the chosen zone, and UTC is named only if it is chosen', () => {
  const at = '2026-11-17T22:30:00Z';
  chooseZone('Asia/Tokyo');
  assert.equal(timeZone(), 'Asia/Tokyo');
  for (const text of [exactTime(at), momentText(at), periodLabel({ since: at }), spanText(at, 900_000)]) {
    assert.match(text, /18 Nov|Nov 18/, text);
    assert.match(text, /07:30/, text);
    assert.doesNotMatch(text, /UTC/);
  }
  assert.match(exactTime(at), /GMT\+9|JST/);
  assert.match(dateText('2026-11-17T00:00:00Z'), /17/, 'a date of the books has no zone');
  chooseZone('UTC');
  assert.match(exactTime(at), /22:30:00 UTC/);
  chooseZone(undefined);
  assert.equal(timeZone(), zoneOfBrowser());
});

test('bars of a day begin at midnight of the chosen zone', () => {
  chooseZone('America/New_York');
  const { since, stepMs } = divide({ since: '2026-09-01T12:00:00Z', until: '2026-10-20T00:00:00Z' }, 0);
  assert.equal(stepMs, 24 * hourMs);
  assert.equal(since, '2026-09-01T04:00:00.000Z');
});

test('every zone that is offered is a zone', () => {
  assert.ok(allZones().length > 300 && allZones()[0] === 'UTC');
  assert.ok(allZones().every(isZone));
  assert.ok(allZones().includes('Asia/Kathmandu') && !allZones().includes('Asia/Katmandu'));
  assert.equal(isZone('Mars/Olympus'), false);
});

test('a share has one decimal place and no space', () => {
  assert.deepEqual([percentText(0.974), percentText(1), percentText(0)], ['97.4%', '100.0%', '0.0%']);
});
