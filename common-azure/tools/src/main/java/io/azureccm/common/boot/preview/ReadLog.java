package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.ReadOnlyGateway;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.snapshot.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** A read-only gateway that delegates reads to another one and records each response and each failure. Thread-safe. */
public final class ReadLog implements ReadOnlyGateway {
    /**
     * The last response to a read, or the reason why there is none that could be read completely. A resource that does not exist is an empty
     * response.
     */
    public record Answered(Read.Key read, List<ObjectNode> answer, Optional<String> failure) {
        public Answered {
            answer = List.copyOf(answer);
        }
    }

    private final ArmGateway gateway;
    private final SortedMap<Read.Key, Answered> answers = new TreeMap<>();

    public ReadLog(ArmGateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        return kept(Read.of(Read.Kind.GET, id, query).key(), () -> gateway.get(id, query),
                answer -> ArmList.of(answer.stream().toList()));
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        return kept(Read.of(Read.Kind.LIST, collection, query).key(), () -> gateway.list(collection, query),
                Function.identity());
    }

    /** True if the gateway answers that it does not exist, false if it exists or nobody can tell. Not recorded. */
    boolean isAbsent(ArmId id) {
        try {
            return gateway.get(id).isEmpty();
        } catch (ArmException unknown) {
            return false;
        }
    }

    private <T> T kept(Read.Key read, Supplier<T> call, Function<T, ArmList> nodes) {
        try {
            T answer = call.get();
            ArmList all = nodes.apply(answer);
            keep(new Answered(read, all.stream().map(ObjectNode::deepCopy).toList(), all.problem()));
            return answer;
        } catch (ArmException failed) {
            keep(new Answered(read, List.of(), Optional.of(String.valueOf(failed.getMessage()))));
            throw failed;
        }
    }

    private synchronized void keep(Answered answered) {
        answers.put(answered.read(), answered);
    }

    /** The responses, in the order of the reads. */
    public synchronized List<Answered> answers() {
        return new ArrayList<>(answers.values());
    }

    /** The reads whose last attempt failed, with the reason, one line each. */
    public List<String> failures() {
        return answers().stream()
                .filter(each -> each.failure().isPresent())
                .map(each -> each.read() + ": " + each.failure().get())
                .toList();
    }
}
