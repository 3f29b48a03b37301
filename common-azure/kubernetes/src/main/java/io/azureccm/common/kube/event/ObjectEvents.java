package io.azureccm.common.kube.event;

/** Events about objects of one kind: single ones, and those that are repeated while a problem persists. Thread-safe. */
public abstract class ObjectEvents implements AutoCloseable {
    protected final EventRecorder recorder;
    protected final OngoingEvents ongoing;

    protected ObjectEvents(EventRecorder recorder) {
        this.recorder = recorder;
        this.ongoing = recorder.ongoing();
    }

    /** This instance becomes the leader; no event has been recorded yet. */
    public void begin() {
        ongoing.begin();
    }

    /** This instance no longer leads; the new leader repeats the events that still apply. */
    public void end() {
        ongoing.end();
    }

    @Override
    public void close() {
        ongoing.close();
    }
}
