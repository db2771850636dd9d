import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectAgent } from './connect-agent.ts';
import { allQuestions, askAll } from './questions.ts';
import { useStage } from './use-stage.ts';

const { app, stage } = await useStage();

for (const era of ['2026', '2025'] as const)
  test(`an agent that speaks the protocol of ${era} answers ${allQuestions.length} questions correctly`, async () => {
    assert.ok(allQuestions.length >= 30);
    const agent = await connectAgent(app.url, stage().account.key, { era });
    const outcomes = await askAll(agent, stage(), allQuestions);
    assert.deepEqual(
      outcomes.filter(({ isRight }) => !isRight),
      [],
    );
    await agent.close();
  });
