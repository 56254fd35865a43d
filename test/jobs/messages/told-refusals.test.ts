import { describe, expect, test } from 'vitest'
import { render as renderForDiscord } from '../../../src/bots/discord/render/render.ts'
import { render as renderForSlack } from '../../../src/bots/slack/render/render.ts'
import { music } from '../../../src/commands/features/music.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { endings, type JobRecord } from '../../../src/core/job/job.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import { closingMessage } from '../../../src/jobs/messages/closing.ts'
import { budgetRefusalMessage } from '../../../src/jobs/messages/refusals.ts'
import { refusalEndings } from '../../../src/jobs/worker/sending.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'
import { documentedFailures, documentedRefusals } from '../../support/service/documented-errors.ts'

// What the client makes of each is in test/audio-api/documented-errors.test.ts; this is what a member reads in the end.

const words = (text: string): string => text.replaceAll(/\\(?=[^A-Za-z0-9\s])/g, '')

const readOnDiscord = (message: ResultMessage): string => words(renderForDiscord(message).content)
const readOnSlack = (message: ResultMessage): string => renderForSlack(message).text

const ended = (job: Partial<JobRecord>): ResultMessage => closingMessage(jobRecord(job), music)

describe.each([
  ['Discord', readOnDiscord],
  ['Slack', readOnSlack],
])('on %s', (_, read) => {
  test.each(documentedRefusals)(
    'a refusal of %s (%j: %j) because of the %s is told in plain words, with what it says of the request and that nothing was charged',
    (_call, _statuses, _body, why, said) => {
      const ending = refusalEndings.operator[why]
      const text = read(ended({ state: 'voided', ending, endingDetail: said, settled: microcredits(0) }))
      expect(text).toContain(endings[ending])
      if (why === 'request') expect(text).toContain(`It said: "${said}".`)
      else expect(text).not.toContain(said)
      expect(text).toContain('Nothing was charged.')
    },
  )

  test.each(documentedFailures)('a failure of %s (%j) is told with what stays booked', () => {
    const booked = { settled: microcredits(120_000), settledBy: 'hold' } as const
    const text = read(ended({ state: 'booked', ending: 'outcome_unknown', ...booked }))
    expect(text).toContain('The audio service never confirmed the request.')
    expect(text).toContain('0.12 credits will still count as used. Nothing more will be charged.')
  })

  test.each([
    ['one member', 'member', 'You already have 20 requests queued,'],
    ['a whole server', 'server', 'There are already 20 requests queued here,'],
  ] as const)(
    'so many requests of %s are refused with how many may wait, and what helps',
    (_, of, waiting) => {
      const refusal = { status: 'too_many_waiting', of, limit: 20 } as const
      const text = read(budgetRefusalMessage({ bound: microcredits(1) }, refusal))
      expect(text).toContain(waiting)
      expect(text).toMatch(/Try again once one has started\. See \/jobs\. Nothing was charged\./)
    },
  )
})
