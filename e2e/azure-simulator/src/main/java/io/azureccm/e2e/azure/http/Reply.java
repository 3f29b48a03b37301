package io.azureccm.e2e.azure.http;

import io.azureccm.e2e.azure.wire.ArmResponse;

/** The response on the connection; {@code bytes}: how many spaces come before a padded body. */
public record Reply(ArmResponse response, Delivery delivery, long bytes) {
    /** What arrives of a response. */
    public enum Delivery {
        WHOLE,
        PADDED,
        /** The head and half of the body, then the connection is closed. */
        HALF,
        /** Nothing: the connection is closed. */
        NONE
    }

    public static Reply whole(ArmResponse response) {
        return new Reply(response, Delivery.WHOLE, 0);
    }

    public static Reply none() {
        return new Reply(ArmResponse.empty(0), Delivery.NONE, 0);
    }
}
