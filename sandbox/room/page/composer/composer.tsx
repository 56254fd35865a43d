import type { RefObject } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Deed, SeenMessage } from '../../../people.ts'
import type { SeenCommand } from '../../../seen-places.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { uploadsOf } from '../forms/uploads.ts'
import { Attachments } from './attachments.tsx'
import { CommandBoxes } from './command-boxes.tsx'
import { CommandPicker, matching } from './command-picker.tsx'
import { Shelf } from './shelf.tsx'

interface ComposerProps {
  chat: ChatState
  files: readonly File[]
  addFiles(more: readonly File[]): void
  setFiles(files: readonly File[]): void
  replyTo: SeenMessage | undefined
  leaveReply(): void
}

/** What is typed, and which command of those that match it Enter takes. */
const useTyping = ({ offers }: ChatState) => {
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const found = isClosed ? [] : matching(offers.commands, typed)
  return {
    ...{ typed, found, marked: Math.min(marked, Math.max(found.length - 1, 0)) },
    type(text: string) {
      setTyped(text)
      setMarked(0)
      setClosed(false)
    },
    move: (by: number) => setMarked((marked + by + found.length) % found.length),
    close: () => setClosed(true),
  }
}

type Typing = ReturnType<typeof useTyping>

/** The keys of a list of choices: https://www.w3.org/WAI/ARIA/apg/patterns/combobox */
const onKey = (event: KeyboardEvent, typing: Typing, choose: (command: SeenCommand) => void): void => {
  const { found, marked } = typing
  const command = found[marked]
  if (command === undefined) return
  const deeds: Readonly<Record<string, () => void>> = {
    ArrowDown: () => typing.move(1),
    ArrowUp: () => typing.move(-1),
    Enter: () => choose(command),
    Tab: () => choose(command),
    Escape: typing.close,
  }
  const deed = event.shiftKey || event.isComposing ? undefined : deeds[event.key]
  if (deed === undefined) return
  event.preventDefault()
  deed()
}

const Answering = ({ replyTo, leaveReply }: Pick<ComposerProps, 'replyTo' | 'leaveReply'>) =>
  replyTo === undefined ? null : (
    <p class="small">
      Answering <strong>{replyTo.author}</strong>{' '}
      <button type="button" class="textual" onClick={leaveReply}>
        Leave
      </button>
    </p>
  )

/** What a command of Slack takes behind its name, for whoever has typed it. */
const hintFor = ({ offers }: ChatState, typed: string): string | undefined =>
  offers.commands.find(({ name, hint }) => hint !== undefined && typed.startsWith(`/${name} `))?.hint

interface WordsProps {
  box: RefObject<HTMLInputElement | null>
  typing: Typing
  choose(command: SeenCommand): void
}

const Words = ({ box, typing, choose }: WordsProps) => {
  const id = useId()
  const { typed, found, marked } = typing
  const isOpen = found.length > 0
  return (
    <>
      {isOpen ? <CommandPicker id={id} commands={found} marked={marked} choose={choose} /> : null}
      <input
        ref={box}
        class="words"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        {...(isOpen && { 'aria-activedescendant': `${id}-${marked}` })}
        aria-label="Message"
        placeholder={'Write, or / for a command'}
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => typing.type(currentTarget.value)}
        onKeyDown={(event) => onKey(event, typing, choose)}
        onBlur={typing.close}
      />
    </>
  )
}

/** Where a person types: words, files, and after a slash a command. */
export const Composer = ({ chat, files, addFiles, setFiles, replyTo, leaveReply }: ComposerProps) => {
  const typing = useTyping(chat)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (replyTo !== undefined) box.current?.focus()
  }, [replyTo])
  const [command, setCommand] = useState<SeenCommand>()
  const { typed, type } = typing
  const choose = (chosen: SeenCommand): void => {
    if (chosen.options.length > 0) {
      setCommand(chosen)
      type('')
    } else type(`/${chosen.name} `)
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const text = typed.trim()
    if (text === '' && files.length === 0) return
    const answered = replyTo?.id
    type('')
    leaveReply()
    const isCommand = text.startsWith('/')
    if (!isCommand) setFiles([])
    const reply = answered === undefined ? {} : { replyTo: answered }
    const deed: Deed = isCommand ? { command: text } : { say: text, files: await uploadsOf(files), ...reply }
    const result = await chat.perform(deed)
    if (result !== undefined && result.refused === undefined) return
    type(text)
    setFiles(files)
  }
  if (command !== undefined)
    return <CommandBoxes command={command} chat={chat} leave={() => setCommand(undefined)} />
  const hint = hintFor(chat, typed)
  return (
    <form class="composer" aria-label={`Write on ${chat.platform}`} onSubmit={(event) => void submit(event)}>
      <Answering replyTo={replyTo} leaveReply={leaveReply} />
      {hint === undefined ? null : <p class="small">{hint}</p>}
      <Attachments files={files} remove={(file) => setFiles(files.filter((one) => one !== file))} />
      <div class="row">
        <label class="press plain attach">
          <span aria-hidden="true">+</span>
          <span class="hidden">Attach files</span>
          <input
            type="file"
            class="hidden"
            multiple
            onChange={({ currentTarget }) => addFiles([...(currentTarget.files ?? [])])}
          />
        </label>
        <Shelf take={(file) => addFiles([file])} />
        <Words box={box} typing={typing} choose={choose} />
        <button type="submit" class="press primary">
          Send
        </button>
      </div>
    </form>
  )
}
