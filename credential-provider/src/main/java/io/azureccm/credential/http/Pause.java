package io.azureccm.credential.http;

/** Waits between attempts. */
@FunctionalInterface
public interface Pause {
    void sleep(long millis) throws InterruptedException;
}
