{
  "type": 1,
  "name": "credits",
  "description": "See how many credits are left for you",
  "options": [],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
