import { expect, test } from 'vitest'
import { limits as standIn } from '../../../../sandbox/slack/limits.ts'
import { limits } from '../../../../src/bots/slack/render/limits.ts'

/**
 * Below what Slack takes on purpose: what it asks for, and a distance to a number
 * that is only known from a refusal.
 */
const lower = ['text', 'blocksText'] as const satisfies readonly (keyof typeof limits &
  keyof typeof standIn)[]

const isLower = (name: string): boolean => lower.some((candidate) => candidate === name)

test.each(Object.entries(limits).filter(([name]) => !isLower(name)))(
  'the limit %s is what the stand-in goes by, where somebody else read the same pages',
  (name, value) => {
    expect(new Map<string, number>(Object.entries(standIn)).get(name)).toBe(value)
  },
)

test.each(lower)('the limit %s is below what the stand-in goes by', (name) => {
  expect(limits[name]).toBeLessThan(standIn[name])
})
