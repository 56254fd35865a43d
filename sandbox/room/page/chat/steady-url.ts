import { useRef } from 'preact/hooks'

/** The part of an address that stays, for what it leads to is signed anew whenever a message is read. */
export const withoutSignature = (url: string): string => url.split('?')[0] ?? url

/** The first address of what is shown: by another one it would be loaded anew, and a sound begin from the start. */
export const useSteadyUrl = (url: string): string => {
  const steady = useRef(url)
  if (withoutSignature(steady.current) !== withoutSignature(url)) steady.current = url
  return steady.current
}
