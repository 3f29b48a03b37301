package io.azureccm.e2e.azure.http;

import io.azureccm.e2e.azure.wire.ArmResponse;

/** What happens on the connection. */
public sealed interface Reply {
    /** A normal answer. */
    record Answer(ArmResponse response) implements Reply {}

    /** The body of the answer, filled up with blanks to so many bytes. */
    record Long(ArmResponse response, long bytes) implements Reply {}

    /** The connection is closed without a word. */
    record Abort() implements Reply {}

    /** The head and half of the body are sent, then the connection is closed. */
    record Half(ArmResponse response) implements Reply {}
}
