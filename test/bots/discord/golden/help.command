{
  "type": 1,
  "name": "help",
  "description": "What Tunesmith can do here",
  "options": [],
  "contexts": [
    0
  ],
  "integration_types": [
    0
  ]
}
