import type { Choice } from '../fields/field.ts'

const names = [
  'acoustic, afrobeat, alternative rock, ambient, baroque, bebop, big band, bluegrass, blues, bolero, boogie-woogie',
  'bossa nova, breakbeat, Britpop, calypso, cha-cha-chá, chamber music, chanson, chillout, choir, cinematic, city pop',
  'classical, country, cumbia, dancehall, deep house, disco, dream pop, drill, drum and bass, dub, dubstep, electro',
  'electronic, emo, epic orchestral, fado, film score, flamenco, folk, folk rock, funk, future bass, garage rock, glam rock',
  'gospel, gothic, grunge, hard rock, hardstyle, heavy metal, hip hop, house, indie folk, indie pop, indie rock, industrial',
  'J-pop, jazz, jazz fusion, jingle, K-pop, klezmer, Latin pop, lo-fi hip hop, lounge, lullaby, madrigal, march, mariachi',
  'mazurka, merengue, metalcore, minimal techno, Motown, musical theatre, neo soul, new age, new wave, nu metal, opera',
  'orchestral, phonk, polka, pop, pop punk, post-rock, power ballad, progressive rock, psychedelic rock, punk rock, R&B',
  'ragtime, rap, reggae, reggaeton, rock, rock and roll, rumba, salsa, samba, sea shanty, shoegaze, ska, smooth jazz, soul',
  'string quartet, surf rock, swing, symphonic metal, synth-pop, synthwave, tango, techno, trance, trap, trip hop',
  'tropical house, vaporwave, waltz',
].flatMap((line) => line.split(', '))

/** Styles of music to choose from; the service also understands others. */
export const styles: readonly Choice[] = names.map((name) => ({ value: name, label: name }))
