import { describe, expect, test } from 'vitest'
import { findJob, type JobUse } from '../../../src/core/job/find-job.ts'
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

  test.each<[JobUse, string, boolean, 'found' | 'denied', number]>([
    ['use_result', 'member-1', false, 'found', 0],
    ['use_result', 'member-2', false, 'denied', 1],
    ['use_result', 'member-2', true, 'found', 1],
    ['look_into', 'member-2', false, 'denied', 0],
    ['stop', 'member-2', false, 'denied', 0],
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
    expect(meant).toEqual({ status: 'refused', text: expect.stringMatching(words) })
  })

  test.each<[FoundJob['status'], RegExp]>([
    ['unknown', /^No job called "#[A-Z2-7]{8}" here\. See yours with \/jobs mine/],
    ['ambiguous', /^Several jobs start with "[a-z2-7]{8}"\. Type more of the name/],
    ['unreadable', /^That job can't be read, so nothing was done\./],
  ])('and is %s is told of in words', async (status, words) => {
    const { meant } = await find('look_into', 'member-1', false, { found: { status } as FoundJob })
    expect(meant).toEqual({ status: 'refused', text: expect.stringMatching(words) })
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
    ['look_into', false, /^This is someone else's job\. Only its owner, admins and/],
    ['delete', true, /^Job \w{8} is someone's private job\. Nobody else can open or use it\. Admins can see/],
    ['use_result', false, /^You can only use results you can see, and job \w{8} isn't shown here\./],
  ])('that is for one alone is refused to others to %s (managing: %s) with the truth', async (...row) => {
    const [use, isManager, words] = row
    const job = jobRecord({ state: 'posted', values: { ...posted.values, seen_by: 'me' } })
    const { meant } = await find(use, 'member-2', isManager, { found: { status: 'found', job } })
    expect(meant).toEqual({ status: 'denied', text: expect.stringMatching(words) })
  })
})
