import { describe, expect, test } from 'vitest'
import type { JobUse } from '../../../src/core/job/access.ts'
import { findJob } from '../../../src/core/job/find-job.ts'
import type { JobRecord } from '../../../src/core/job/job.ts'
import type { FoundJob } from '../../../src/core/job/job-list.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { target } from '../../support/commands/invocation.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'

const posted = jobRecord({ state: 'posted' })
const name = jobName(posted.id)

/** Finds it for somebody, and tells how often it was asked whether they manage the place. */
const find = async (
  use: JobUse,
  member: string,
  isManager = false,
  {
    found,
    sees = true,
    typed = ` #${name.toUpperCase()}`,
    server = 'server-1',
  }: { found?: FoundJob; sees?: boolean; typed?: string; server?: string } = {},
) => {
  let asked = 0
  let looked = 0
  const canSee = () => {
    looked += 1
    return Promise.resolve(sees)
  }
  const mayManage = () => {
    asked += 1
    return Promise.resolve(isManager)
  }
  const jobList = { find: () => Promise.resolve(found ?? { status: 'found' as const, job: posted }) }
  const looking = { target: target({ member, server }), mayManage, canSee }
  const meant = await findJob(jobList, looking, typed, use)
  return { meant, asked, looked }
}

describe('a job that is looked up', () => {
  test.each<[JobUse, string, boolean, 'found' | 'denied', number]>([
    ['look_into', 'member-1', false, 'found', 0],
    ['look_into', 'member-2', true, 'found', 1],
    ['look_into', 'member-2', false, 'denied', 1],
    ['stop', 'member-2', true, 'found', 1],
    ['stop', 'member-2', false, 'denied', 1],
    ['use_result', 'member-2', false, 'found', 0],
  ])('to %s by %s (managing: %s) is %s, and who manages is asked %i times', async (...row) => {
    const [use, member, isManager, status, times] = row
    const { meant, asked } = await find(use, member, isManager)
    expect([meant.status, asked]).toEqual([status, times])
  })

  test.each<[JobUse, string, boolean, 'found' | 'unknown', number]>([
    ['use_result', 'member-1', false, 'found', 0],
    ['use_result', 'member-2', false, 'unknown', 1],
    ['use_result', 'member-2', true, 'found', 1],
    ['look_into', 'member-2', false, 'unknown', 1],
    ['look_into', 'member-2', true, 'found', 0],
    ['stop', 'member-2', false, 'unknown', 1],
  ])('in a channel that one cannot see, to %s by %s (managing: %s), is %s', async (...row) => {
    const [use, member, isManager, status, times] = row
    const { meant, looked } = await find(use, member, isManager, { sees: false })
    expect([meant.status, looked]).toEqual([status, times])
  })

  test.each<[JobUse, string, RegExp]>([
    ['use_result', 'server-1', /^That job is no longer stored\./],
    ['look_into', 'server-1', /^That job is no longer stored\./],
    ['stop', 'server-1', /^That job is no longer stored\./],
    ['look_into', '@member-1', /use this command in one of its channels\.$/],
  ])('by a button, to %s in %s, is told of without its id where it is there no more', async (...row) => {
    const [use, server, words] = row
    const known = { found: { status: 'unknown' } as const, typed: posted.id, server }
    const { meant } = await find(use, 'member-1', false, known)
    expect(meant).toEqual({ status: 'unknown', text: expect.stringMatching(words) })
  })

  test.each<[FoundJob['status'], 'unknown' | 'refused', RegExp]>([
    ['unknown', 'unknown', /^No job called "#[A-Z2-7]{8}" here\. See yours with \/jobs mine/],
    ['ambiguous', 'refused', /^Several jobs start with "[a-z2-7]{8}"\. Type more of the name/],
    ['unreadable', 'refused', /^That job can't be read, so nothing was done\./],
  ])('and is %s is told of in words', async (status, as, words) => {
    const { meant } = await find('look_into', 'member-1', false, { found: { status } as FoundJob })
    expect(meant).toEqual({ status: as, text: expect.stringMatching(words) })
  })

  const alone = jobRecord({ state: 'posted', values: { seen_by: 'me' } })
  const uses: readonly JobUse[] = ['look_into', 'recover', 'delete', 'stop', 'use_result']
  test.each<[string, JobRecord, string, boolean]>([
    ['one in a channel that they cannot see', posted, name, false],
    ['the same, by its button', posted, posted.id, false],
    ['one for its requester alone', alone, name, true],
    ['the same, by its button', alone, alone.id, true],
  ])('that others may not know of looks like none: %s', async (_what, job, typed, sees) => {
    for (const use of uses) {
      const hidden = await find(use, 'member-2', false, { found: { status: 'found', job }, typed, sees })
      const none = await find(use, 'member-2', false, { found: { status: 'unknown' }, typed, sees })
      expect(hidden.meant).toEqual(none.meant)
    }
  })

  test.each<[JobUse, boolean, RegExp]>([
    [
      'look_into',
      true,
      /^Job \w{8} is someone's private job\. Nobody else can open or use it\. Admins can see/,
    ],
    [
      'use_result',
      true,
      /^Job \w{8} is someone's private job\. Nobody else can open or use it\. Admins can see/,
    ],
    ['delete', true, /^Job \w{8} is someone's private job\. Nobody else can open or use it\. Admins can see/],
  ])('that is for one alone is refused to its admins to %s (managing: %s) with the truth', async (...row) => {
    const [use, isManager, words] = row
    const { meant } = await find(use, 'member-2', isManager, { found: { status: 'found', job: alone } })
    expect(meant).toEqual({ status: 'denied', text: expect.stringMatching(words) })
  })
})
