import type { Phrasebook } from '../phrasebook.ts'

export const french: Phrasebook = {
  endings: [
    ['toute la nuit', 'loin du bruit', 'sous la pluie', 'dans mon esprit'],
    ['pour toujours', 'chaque jour', 'mon amour', 'au retour', 'dans la cour'],
    ['dans le vent', 'doucement', 'en chantant', 'comme avant', 'tout le temps'],
    ['au matin', 'main dans la main', 'sur le chemin', 'dans le lointain'],
    ['sous les étoiles', 'sur une toile', 'hissons les voiles'],
    ['vers la lumière', 'sur la rivière', 'comme hier', 'au bord de la mer'],
    ['dans mon cœur', 'sans avoir peur', 'comme une fleur', 'à cette heure'],
    ['à la maison', 'cette chanson', 'à l’horizon', 'en toute saison'],
  ],
  verses: [
    'Je rêvais de {topic}',
    'Quelque part il y a {topic}',
    'On nous parla de {topic}',
    'Le matin apporte {topic}',
    'Quelqu’un murmure {topic}',
    'Rien que {topic}',
    'Je me souviens de {topic}',
    'Raconte-moi {topic}',
  ],
  pictures: [
    'Les étoiles tombent',
    'Nous courons encore',
    'Le monde tourne',
    'Les fenêtres brillent',
    'Les cloches sonnent',
    'Mes mains qui tremblent',
    'Et tu riais',
    'La lune danse',
  ],
  choruses: [
    'Oh, {topic}',
    'Chante pour {topic}',
    '{topic}, {topic}',
    'Hé, hé, {topic}',
    'Tout pour {topic}',
    'Moi, je crois en {topic}',
  ],
  themes: ['routes ouvertes', 'étés dorés', 'lumières lointaines', 'étoiles perdues'],
}
