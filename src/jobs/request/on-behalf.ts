import { readTakeName } from '../../core/clip/take.ts'
import { type Answer, refusal } from '../../core/command/answer.ts'
import type { Drafts } from '../../core/command/draft.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { RawValues } from '../../core/fields/field.ts'
import { isForRequesterAlone } from '../../core/job/audience.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import { isJobId } from '../../core/job-id.ts'
import { accountOf, isPersonal, type Target } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { readIfPossible } from '../wake.ts'

interface BehalfOptions {
  store: Pick<JobStore, 'read'>
  drafts: Pick<Drafts, 'read'>
}

/** The job that a button names by its id, or one of whose takes it names. */
const jobNamedIn = (values: RawValues): string | undefined =>
  Object.values(values)
    .flatMap((value) => (typeof value === 'string' ? (readTakeName(value)?.job ?? value) : []))
    .find(isJobId)

/**
 * The place in whose name a direct message goes on; undefined where it goes on with nothing that was asked
 * elsewhere.
 */
const placeMeant = async (
  { store, drafts }: BehalfOptions,
  { target, form, press, values }: Invocation,
): Promise<Target | undefined> => {
  if (form !== undefined) {
    const draft = await drafts.read(accountOf(target), form.draft)
    return draft?.member === target.member ? draft.target : undefined
  }
  const jobId = press === undefined ? undefined : jobNamedIn(values)
  const job = jobId === undefined ? undefined : await readIfPossible({ store }, jobId)
  if (job === undefined || job === 'unreadable' || !isForRequesterAlone(job)) return undefined
  const isTheirs = job.target.platform === target.platform && job.target.member === target.member
  return isTheirs ? job.target : undefined
}

/**
 * A request in a direct message that goes on with what was asked for in a server or workspace, for its member
 * alone, is asked in the name of that place: its budget pays, and its rules count. Anything else stays as it
 * is. Answers with a refusal where the member is not there any more. Throws AppError `store_unavailable`, and
 * what `membershipIn` throws.
 */
export const inNameOfPlace = async (
  options: BehalfOptions,
  invocation: Invocation,
): Promise<{ invocation: Invocation } | { refused: Answer }> => {
  if (!isPersonal(accountOf(invocation.target))) return { invocation }
  const place = await placeMeant(options, invocation)
  if (place === undefined) return { invocation }
  const membership = await invocation.membershipIn?.(place.server)
  if (membership === undefined)
    return {
      refused: refusal(
        say(
          'This was asked for in a server or workspace that you are no longer in, so nothing more can be done with it. Nothing was charged.',
        ),
      ),
    }
  return { invocation: { ...invocation, ...membership, target: place, askedIn: invocation.target } }
}
