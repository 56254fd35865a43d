import { useRef } from 'preact/hooks'

/** https://docs.discord.com/developers/reference#signed-attachment-cdn-urls */
const signature = ['ex', 'is', 'hm']

/** An address without what changes whenever a message is read, for then files of Discord are signed anew. */
export const withoutSignature = (url: string): string => {
  const address = new URL(url)
  for (const name of signature) address.searchParams.delete(name)
  return address.href
}

/** The first address of what is shown: by another one it would be loaded anew, and a sound begin from the start. */
export const useSteadyUrl = (url: string): string => {
  const steady = useRef(url)
  if (withoutSignature(steady.current) !== withoutSignature(url)) steady.current = url
  return steady.current
}
