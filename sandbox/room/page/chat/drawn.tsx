import type { ComponentChildren } from 'preact'
import { useErrorBoundary, useRef } from 'preact/hooks'
import { reasonOf } from '../reason.ts'
import { Unknown } from './unknown.tsx'

interface DrawnProps {
  /** What is drawn, as the beginning of a sentence. */
  what: string
  /** Changes whenever it does. */
  version: string
  children: ComponentChildren
}

/** A part that can't be drawn doesn't affect the rest, and is tried again when it changes. */
export const Drawn = ({ what, version, children }: DrawnProps) => {
  const failed = useRef('')
  const [error] = useErrorBoundary((reason) => {
    failed.current = version
    console.error(reason)
  })
  if (failed.current === version) return <Unknown what={`${what} cannot be drawn: ${reasonOf(error)}`} />
  return <>{children}</>
}
