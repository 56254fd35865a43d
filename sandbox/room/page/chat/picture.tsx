import { useSteadyUrl } from './steady-url.ts'

/** How large a picture is shown. */
export type PictureSize = 'cover' | 'thumbnail' | 'icon'

/** A picture of a message; without words of its own it is not read aloud. */
export const Picture = ({ size, url, alt = '' }: { size: PictureSize; url: string; alt?: string }) => (
  <img class={size} src={useSteadyUrl(url)} alt={alt} />
)
