import { useEffect, useRef, useState } from 'preact/hooks'
import type { Deed, Upload } from '../../../control/people.ts'
import type { SeenCommand, SeenOption } from '../../../control/seen-places.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { putIntoEmptyBox } from '../inputs/file-input.tsx'
import { SendRow } from '../inputs/send-row.tsx'
import { uploadsOf } from '../inputs/uploads.ts'
import { OptionBox } from './option-box.tsx'

interface BoxesProps {
  command: SeenCommand
  chat: ChatState
  /** Files that were dropped or attached go into the boxes for files. */
  files: readonly File[]
  setFiles(files: readonly File[]): void
  leave(): void
}

/** The command with what was filled in; boxes that were left empty are left out. */
const deedOf = async ({ name, options }: SeenCommand, data: FormData): Promise<Deed> => {
  const given: Record<string, unknown> = {}
  const files: Upload[] = []
  for (const option of options) {
    const value = data.get(option.name)
    if (value instanceof File) {
      if (value.name === '') continue
      given[option.name] = files.length // two boxes may have files of one name
      files.push(...(await uploadsOf([value])))
    } else if (value !== null && value !== '') given[option.name] = value
  }
  return { command: `/${name}`, options: given, files }
}

const Box = ({ option, command, chat }: { option: SeenOption; command: SeenCommand; chat: ChatState }) => (
  <div class="field">
    <span>
      {option.name}
      {option.required ? ' *' : ''}
    </span>
    <OptionBox option={option} command={command.name} chat={chat} />
    <span class="small">{option.description}</span>
  </div>
)

/** What is seen at once: what has to be filled in, and files, for which somebody may have come. */
const isSeen = ({ required, kind }: SeenOption): boolean => required || kind === 'file'

/** The boxes of a command; what few people need stands behind a line. */
export const CommandBoxes = ({ command, chat, files, setFiles, leave }: BoxesProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [isSending, setSending] = useState(false)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [command])
  useEffect(() => {
    const left = files.filter((file) => !putIntoEmptyBox(form.current, file))
    if (left.length < files.length) setFiles(left)
  }, [files])
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (form.current === null || isSending) return
    setSending(true)
    const result = await chat.perform(deedOf(command, new FormData(form.current)))
    setSending(false)
    if (result !== undefined && result.refused === undefined) leave()
  }
  const seen = command.options.filter(isSeen)
  const others = command.options.filter((option) => !isSeen(option))
  const boxes = (options: readonly SeenOption[]) =>
    options.map((option) => <Box key={option.name} option={option} command={command} chat={chat} />)
  return (
    <form
      ref={form}
      class="boxes"
      aria-label={`/${command.name}`}
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key, currentTarget }) => {
        const isListOpen = currentTarget.querySelector(':popover-open') !== null
        if (key === 'Escape' && !isListOpen) leave()
      }}
    >
      <p>
        <strong>/{command.name}</strong> <span class="small">{command.description}</span>
      </p>
      {boxes(seen)}
      {others.length === 0 ? null : (
        <details open={seen.length === 0}>
          <summary>{others.length} more</summary>
          {boxes(others)}
        </details>
      )}
      <SendRow leaveLabel="Leave" leave={leave} isSending={isSending} />
    </form>
  )
}
