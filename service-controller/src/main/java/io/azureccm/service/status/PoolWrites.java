package io.azureccm.service.status;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.service.spec.Notice;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the Services whose own pools get other members by a write, and says that it failed. */
public final class PoolWrites {
    private PoolWrites() {}

    /** The Services, as {@code namespace/name}. */
    public static Set<String> subjects(Operation operation) {
        return operation.changes()
                .stream()
                .filter(change -> change.element().equals("pool") && change.kind() == Change.Kind.UPDATE)
                .flatMap(change -> Arrays.stream(change.cause().subject().split(",")))
                .filter(subject -> subject.contains("/"))
                .collect(Collectors.toSet());
    }

    public static Notice failed(String problem) {
        return Notice.warning(Notice.Source.AZURE, "LoadBalancerBackendPoolUpdateFailed", problem);
    }
}
