import { describe, expect, test } from 'vitest'
import { render as renderForDiscord } from '../../../src/bots/discord/render.ts'
import { render as renderForSlack } from '../../../src/bots/slack/render.ts'
import { music } from '../../../src/commands/features/music.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { endings, type JobRecord } from '../../../src/core/job/job.ts'
import { closingMessage } from '../../../src/jobs/messages/messages.ts'
import { refusalEndings } from '../../../src/jobs/steps/sending.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'
import { documentedFailures, documentedRefusals } from '../../support/service/documented-errors.ts'

// What the client makes of each is in test/core/api/documented-errors.test.ts; this is what a member reads in the end.

const words = (text: string): string => text.replaceAll(/\\(?=[^A-Za-z0-9\s])/g, '')

const readOnDiscord = (job: Partial<JobRecord>): string =>
  words(renderForDiscord(closingMessage(jobRecord(job), music)).content)

const readOnSlack = (job: Partial<JobRecord>): string =>
  renderForSlack(closingMessage(jobRecord(job), music)).text

describe.each([
  ['Discord', readOnDiscord],
  ['Slack', readOnSlack],
])('on %s', (_, read) => {
  test.each(documentedRefusals)(
    'a refusal of %s (%j: %j) because of the %s is told in plain words, with what it says and that nothing was charged',
    (_call, _statuses, _body, why, said) => {
      const ending = refusalEndings[why]
      const text = read({ state: 'voided', ending, endingDetail: said, settled: microcredits(0) })
      expect(text).toContain(endings[ending])
      expect(text).toContain(`It said: "${said}".`)
      expect(text).toContain('Nothing was charged.')
    },
  )

  test.each(documentedFailures)('a failure of %s (%j) is told with what stays booked', () => {
    const booked = { settled: microcredits(120_000), settledBy: 'hold' } as const
    const text = read({ state: 'booked', ending: 'outcome_unknown', ...booked })
    expect(text).toContain('never said whether it took the request')
    expect(text).toContain('0.12 credits stay booked; nothing more will be charged.')
  })
})
