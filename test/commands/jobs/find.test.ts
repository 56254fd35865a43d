import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createJobsCommand } from '../../../src/commands/jobs/jobs.ts'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { doneJob } from '../../support/jobs/job-stages.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const refusalOf = async (action: string, job: string): Promise<string | undefined> => {
  const { jobList, control, places, ratings, records, deps, clock } = world
  const ports = { jobList, jobControl: control, places, ratings, records, lists: deps.lists, now: clock.now }
  const jobs = readyUtility(createJobsCommand([]), { ...ports, canSee: () => Promise.resolve(true) })
  const other = target({ member: 'member-2' })
  const asking = invocation({ command: 'jobs', action, values: { job }, target: other })
  const answer = await actionNamed(jobs, action)?.run(asking)
  return answer?.kind === 'message' ? answer.message.text : undefined
}

describe('what is somebody else’s', () => {
  test.each([
    ['show', 'open it. Once the result is posted, everyone who sees it can use it.'],
    ['cancel', 'cancel it. Once the result is posted, everyone who sees it can use it.'],
    ['recover', 'view it. You can run the same request yourself.'],
    ['delete', 'delete it. You can use the other buttons.'],
  ])('is refused (%s) by that deed, with what is left to do', async (action, deed) => {
    expect(await refusalOf(action, await doneJob(world))).toBe(
      `This is someone else's job. Only its owner, admins and budget managers can ${deed}`,
    )
  })
})
