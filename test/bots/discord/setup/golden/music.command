{
  "type": 1,
  "name": "music",
  "description": "Make a song from a description",
  "options": [
    {
      "name": "prompt",
      "description": "What the song is about and how it sounds, such as \"a sea shanty about compilers\"",
      "required": true,
      "type": 3,
      "max_length": 6000
    },
    {
      "name": "style",
      "description": "A genre or style, such as \"bossa nova\"",
      "required": false,
      "type": 3,
      "max_length": 6000,
      "autocomplete": true
    },
    {
      "name": "lyrics",
      "description": "Words to be sung, instead of new ones",
      "required": false,
      "type": 3,
      "max_length": 6000
    },
    {
      "name": "title",
      "description": "What the song is called",
      "required": false,
      "type": 3,
      "max_length": 6000,
      "autocomplete": true
    },
    {
      "name": "instrumental",
      "description": "Music without singing, so without lyrics, gender and voice",
      "required": false,
      "type": 5
    },
    {
      "name": "vocals_only",
      "description": "Singing without music",
      "required": false,
      "type": 5
    },
    {
      "name": "gender",
      "description": "How the singing voice sounds",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Male",
          "value": "male"
        },
        {
          "name": "Female",
          "value": "female"
        },
        {
          "name": "Neutral",
          "value": "neutral"
        }
      ]
    },
    {
      "name": "voice",
      "description": "Who sings: a name, or the beginning of one",
      "required": false,
      "type": 3,
      "autocomplete": true,
      "max_length": 200
    },
    {
      "name": "cover",
      "description": "Paint an album cover as well",
      "required": false,
      "type": 5
    },
    {
      "name": "timestamps",
      "description": "Say when each line of the lyrics is sung",
      "required": false,
      "type": 5
    },
    {
      "name": "model",
      "description": "Which generation of the music model sings and plays",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "v6",
          "value": "v6"
        },
        {
          "name": "v6 pro",
          "value": "v6-pro"
        },
        {
          "name": "v7",
          "value": "v7"
        },
        {
          "name": "v7 pro",
          "value": "v7-pro"
        }
      ]
    },
    {
      "name": "takes",
      "description": "Two, if left out; a single one is not possible with gender, timestamps or model",
      "required": false,
      "type": 4,
      "min_value": 1,
      "max_value": 2
    },
    {
      "name": "length",
      "description": "Roughly how long it should be; not possible with gender, timestamps or model",
      "required": false,
      "type": 3,
      "max_length": 40
    },
    {
      "name": "seen_by",
      "description": "Who sees it; with \"Only me\" it comes to your direct messages",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everybody here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
        }
      ]
    }
  ],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
