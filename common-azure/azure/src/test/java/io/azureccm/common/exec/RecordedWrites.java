package io.azureccm.common.exec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.WriteSink;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Remembers what it was told, as words. */
public final class RecordedWrites implements WriteSink {
    private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    private final Map<ArmId, String> underWay = new ConcurrentHashMap<>();

    /** Lets a resource be seen in this state from now on, "" for settled. */
    void seen(ArmId target, String state) {
        underWay.put(target, state);
    }

    @Override
    public Optional<String> underWay(ArmId target) {
        return Optional.ofNullable(underWay.get(target)).filter(state -> !state.isEmpty());
    }

    List<String> heard() {
        return List.copyOf(heard);
    }

    @Override
    public void denied(ArmId target) {
        heard.add("denied " + target.name());
    }

    @Override
    public void written(ArmId target, ObjectNode body) {
        heard.add("written " + target.name() + " final");
    }

    @Override
    public void accepted(ArmId target, ObjectNode body) {
        heard.add("written " + target.name() + " early");
    }

    @Override
    public void deleted(ArmId target) {
        heard.add("deleted " + target.name());
    }

    @Override
    public void superseded(ArmId target, String etag) {
        heard.add("superseded " + target.name() + " " + etag);
    }

    @Override
    public void doubtful(ArmId target) {
        heard.add("doubtful " + target.name());
    }
}
