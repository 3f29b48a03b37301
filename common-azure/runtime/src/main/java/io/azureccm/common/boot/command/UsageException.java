package io.azureccm.common.boot.command;

/** A command cannot run with its arguments; the message, one line or several, is written for users. */
public final class UsageException extends RuntimeException {
    public UsageException(String message) {
        super(message);
    }
}
