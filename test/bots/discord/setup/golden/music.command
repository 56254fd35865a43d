{
  "type": 1,
  "name": "music",
  "description": "Make a song",
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
      "description": "Lyrics to sing (default: written for you)",
      "required": false,
      "type": 3,
      "max_length": 6000
    },
    {
      "name": "title",
      "description": "Title of the song",
      "required": false,
      "type": 3,
      "max_length": 6000,
      "autocomplete": true
    },
    {
      "name": "instrumental",
      "description": "No singing (can't be combined with lyrics, gender or voice)",
      "required": false,
      "type": 5
    },
    {
      "name": "vocals_only",
      "description": "Singing only, no music",
      "required": false,
      "type": 5
    },
    {
      "name": "gender",
      "description": "Gender of the singing voice",
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
      "description": "Singing voice: start typing its name",
      "required": false,
      "type": 3,
      "autocomplete": true,
      "max_length": 200
    },
    {
      "name": "cover",
      "description": "Make an album cover too",
      "required": false,
      "type": 5
    },
    {
      "name": "timestamps",
      "description": "Show when each line is sung",
      "required": false,
      "type": 5
    },
    {
      "name": "model",
      "description": "Version of the music model",
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
      "description": "Number of takes (default: 2; 1 can't be combined with gender, timestamps or model)",
      "required": false,
      "type": 4,
      "min_value": 1,
      "max_value": 2
    },
    {
      "name": "length",
      "description": "Rough length (can't be combined with gender, timestamps or model)",
      "required": false,
      "type": 3,
      "max_length": 40
    },
    {
      "name": "seen_by",
      "description": "Who sees it (\"Only me\" goes to your direct messages)",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everyone here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
        }
      ]
    },
    {
      "name": "spoiler",
      "description": "Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread)",
      "required": false,
      "type": 5
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
