package io.azureccm.e2e.playground.replay;

/** One way in which the simulator answers a request otherwise than Azure did; {@code path}: the field of the body, "" for the whole answer. */
record ResponseDifference(String request, Kind kind, String path, String azure, String simulator) {
    enum Kind {
        STATUS("status"), CODE("error code"), SHAPE("field"), DEFAULT("default"), VALUE("value");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
