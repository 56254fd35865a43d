import { AppError } from '../../core/errors.ts'

/** An answer that can be picked. */
export interface Choice<Value extends string> {
  value: Value
  label: string
  hint?: string
}

/** A question with its answer if nobody can be asked: the flag that gives it, or what is proposed. */
interface Question {
  message: string
  /** The flag that answers it. */
  flag: string
}

/** How setup speaks with the operator. Each question throws AppError `configuration` if it can't be answered. */
export interface Dialog {
  /** Whether somebody can answer. */
  readonly isInteractive: boolean
  /** Whether the operator ended it. */
  wasCancelled(): boolean
  begin(title: string): void
  /** Instructions under a title. */
  explain(title: string, lines: readonly string[]): void
  success(text: string): void
  warn(text: string): void
  error(text: string): void
  /** A line to be copied, so nothing is put before or into it. */
  copy(text: string): void
  /** A value that is never shown. */
  secret(question: Question): Promise<string>
  text(question: Question & { proposal: string }): Promise<string>
  /** `proposal` counts with --yes, `initial` is what Enter alone picks: by default the first choice. */
  choose<Value extends string>(
    question: Question & { choices: readonly Choice<Value>[]; proposal?: Value; initial?: Value },
  ): Promise<Value>
  /** Waits for work, hides what is typed meanwhile, and hears Ctrl-C. */
  busy<Result>(text: string, work: () => Promise<Result>): Promise<Result>
  end(text: string): void
}

interface MuteOptions {
  /** Takes what is proposed. */
  takesProposals: boolean
  write: (text: string) => void
}

const unanswered = ({ flag }: Question): never => {
  throw new AppError('configuration', `Setup cannot ask without a terminal. Give ${flag}.`)
}

/** For scripts: nobody can be asked, so every answer must come from a flag or a setting. */
export const createMuteDialog = ({ takesProposals, write }: MuteOptions): Dialog => {
  const line = (text: string): void => write(`${text}\n`)
  return {
    isInteractive: false,
    wasCancelled: () => false,
    begin: () => undefined,
    explain: () => undefined,
    success: (text) => line(`ok       ${text}`),
    warn: (text) => line(`warning  ${text}`),
    error: (text) => line(`failed   ${text}`),
    copy: line,
    secret: async (question) => unanswered(question),
    text: async (question) => (takesProposals ? question.proposal : unanswered(question)),
    choose: async (question) =>
      takesProposals && question.proposal !== undefined ? question.proposal : unanswered(question),
    busy: (_, work) => work(),
    end: line,
  }
}

/** The same dialog, but proposals are taken without asking. */
export const takingProposals = (dialog: Dialog): Dialog => ({
  ...dialog,
  text: async ({ proposal }) => proposal,
  choose: async (question) => question.proposal ?? dialog.choose(question),
})
