import { describe, expect, test } from 'vitest'
import { buttonLine, layoutFor, renderAnswer, renderEnd, wrap } from '../../../sandbox/demo/printing.ts'
import type { Step } from '../../../sandbox/demo/story.ts'
import type { TranscriptStep } from '../../../sandbox/demo/transcript.ts'

test.each([
  [undefined, 110],
  [300, 110],
  [80, 80],
  [20, 60],
])('a terminal of %s columns gets lines of %i', (columns, width) => {
  expect(layoutFor(columns, true).columns).toBe(width)
})

test('a line breaks between words, or where its facts do', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrap('a fact · another fact', 12, ' · ')).toEqual(['a fact', 'another fact'])
  expect(wrap('unbreakable', 5)).toEqual(['unbreakable'])
  expect(wrap('', 5)).toEqual([''])
})

test.each([
  [['Again', 'Edit'], 40, '[Again] [Edit]'],
  [['Again', 'Edit', 'Remix'], 21, '[Again] +2 more'],
  [['Again', 'Edit', 'Use Ada Winter'], 24, '[Again] [Edit] +1 more'],
  [['Again', 'Edit'], 14, '[Again] [Edit]'],
])('the buttons %j stay on one line of %i: %s', (labels, width, line) => {
  expect(buttonLine(labels, width)).toBe(line)
})

const step: Step = {
  name: 'a budget',
  by: 'admin',
  deed: { kind: 'command', command: '/budget limit', options: {} },
  expects: { kind: 'balance', statesUse: true },
}

const played: TranscriptStep = {
  platform: 'discord',
  by: 'admin',
  command: '/budget limit',
  ackMs: 10,
  doneMs: 20,
  credits: {},
  messages: [{ text: 'Budget set.\n-# Used: 0.00', files: [], buttons: ['Undo'] }],
}

describe('an answer', () => {
  const answer = (isBrief: boolean, problems: string[] = []) =>
    renderAnswer(step, { step: played, problems }, layoutFor(80, isBrief))

  test('is shown whole, without the marks of a platform', () => {
    expect(answer(false)).toBe('  Tunesmith   Budget set.\n              Used: 0.00\n              [Undo]')
  })

  test('to an admin is cut to its first line where the demo is short', () => {
    expect(answer(true)).toBe('  Tunesmith   Budget set.\n              [Undo]')
  })

  test('says what was wrong with it', () => {
    expect(answer(true, ['too late'])).toContain('WRONG: too late')
  })
})

test('the end says where to hear it, or what went wrong', () => {
  const end = { page: 'demo-out/index.html', tookMs: 31_400 }
  const well = renderEnd({ ok: true, steps: [played], problems: [] }, end)
  expect(well).toContain('All went well in 31 s: 1 requests, 0 files saved.')
  expect(well).toContain('demo-out/index.html')
  expect(renderEnd({ ok: false, steps: [], problems: ['a refusal'] }, end)).toContain('- a refusal')
})
