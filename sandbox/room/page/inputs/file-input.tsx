import { useRef } from 'preact/hooks'
import type { InputMarks } from './input-marks.ts'
import { Shelf } from './shelf.tsx'

interface FileInputProps {
  id?: string
  name: string
  label: string
  required: boolean
  marks?: InputMarks
}

const put = (input: HTMLInputElement, file: File): void => {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  input.files = transfer.files
}

/** Puts a file into the first box for files that has none; false where there is no such box. */
export const putIntoEmptyBox = (around: Element | null, file: File): boolean => {
  const boxes = [...(around?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])]
  const empty = boxes.find(({ files }) => files?.length === 0)
  if (empty !== undefined) put(empty, file)
  return empty !== undefined
}

/** Takes a file from this machine, dropped or chosen, or from the shelf. */
export const FileInput = ({ id, name, label, required, marks }: FileInputProps) => {
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File): void => {
    if (input.current !== null) put(input.current, file)
  }
  return (
    <span class="row">
      <input
        ref={input}
        type="file"
        {...(id !== undefined && { id })}
        name={name}
        required={required}
        aria-label={label}
        {...marks}
      />
      <Shelf take={take} />
    </span>
  )
}
