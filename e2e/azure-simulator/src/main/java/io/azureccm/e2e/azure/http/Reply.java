package io.azureccm.e2e.azure.http;

import io.azureccm.e2e.azure.wire.ArmResponse;

/** The response on the connection. */
public sealed interface Reply {
    /** A normal response. */
    record Answer(ArmResponse response) implements Reply {}

    /** The body of the response, padded with spaces to this many bytes. */
    record Long(ArmResponse response, long bytes) implements Reply {}

    /** The connection is closed without a response. */
    record Abort() implements Reply {}

    /** The head and half of the body are sent, then the connection is closed. */
    record Half(ArmResponse response) implements Reply {}
}
