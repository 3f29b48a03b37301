package io.azureccm.credential.http;

/** Waits between tries. */
@FunctionalInterface
public interface Pause {
    void sleep(long millis) throws InterruptedException;
}
