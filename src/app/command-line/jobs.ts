import { isJobId, isJobNameStart } from '../../core/job-id.ts'
import { jobsHelp } from './help-texts.ts'
import { alone, type HelpTask, help, parse, refuse } from './parse.ts'

/** What the operator wants done with jobs that are no longer handled automatically. */
export type JobsWish =
  | { kind: 'list' }
  | { kind: 'retry_all' }
  /** `job`: its id, or its short name or the beginning of that. */
  | { kind: 'retry' | 'end' | 'show' | 'refund'; job: string }

/** A file whose origin is told. */
export interface VerifyWish {
  file: string
  /** A file with the authorities to trust, in PEM; by default those of the own certificate. */
  trust: string | undefined
}

/** What `jobs` should do. */
export type JobsTask = { kind: 'jobs'; wish: JobsWish } | { kind: 'verify'; wish: VerifyWish } | HelpTask

const readJob = ([typed = '', ...rest]: readonly string[]): string => {
  const job = alone(rest, typed.toLowerCase())
  return isJobId(job) || isJobNameStart(job)
    ? job
    : refuse(
        'Name a job by the short name in its message, or by its id in the log or in "npm run jobs -- dead".',
      )
}

const readVerify = ([file, ...rest]: readonly string[], trust: string | undefined): JobsTask =>
  file === undefined
    ? refuse('Name a file, such as song.mp3.')
    : alone(rest, { kind: 'verify', wish: { file, trust } }, 'Name one file.')

/** Reads the arguments after `jobs`. Throws AppError `configuration`. */
export const readJobs = ([asked, ...args]: readonly string[]): JobsTask => {
  const { values, positionals } = parse(args, {
    ...help,
    all: { type: 'boolean', default: false },
    trust: { type: 'string' },
  })
  if (values.help || asked === undefined || asked === '--help') return { kind: 'help', text: jobsHelp }
  if (values.all && (asked !== 'retry' || positionals.length > 0))
    return refuse('--all only works with "jobs retry", without a job.')
  if (values.trust !== undefined && asked !== 'verify')
    return refuse('--trust only works with "jobs verify".')
  switch (asked) {
    case 'verify':
      return readVerify(positionals, values.trust)
    case 'dead':
      return alone(positionals, { kind: 'jobs', wish: { kind: 'list' } })
    case 'retry':
      if (values.all) return { kind: 'jobs', wish: { kind: 'retry_all' } }
      return { kind: 'jobs', wish: { kind: asked, job: readJob(positionals) } }
    case 'end':
    case 'show':
    case 'refund':
      return { kind: 'jobs', wish: { kind: asked, job: readJob(positionals) } }
    default:
      return refuse(`"jobs ${asked}" is unknown. Use jobs dead, show, retry, end, refund or verify.`)
  }
}
