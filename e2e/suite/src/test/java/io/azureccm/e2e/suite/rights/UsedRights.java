package io.azureccm.e2e.suite.rights;

import io.azureccm.e2e.azure.calls.CallListener;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.cluster.api.call.RequestListener;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What the controllers of this process and of those it started have done with the simulators, told apart by their user agents.
 * Each right is kept with the first request that needed it.
 */
public final class UsedRights implements CallListener, RequestListener {
    private static final Map<Actor, SortedMap<KubernetesRight, String>> KUBERNETES = new ConcurrentHashMap<>();
    private static final Map<Actor, SortedMap<String, String>> AZURE = new ConcurrentHashMap<>();

    /** A program with rights of its own. */
    enum Actor {
        NODE("node-controller"), SERVICE("service-controller"), ROUTE("route-controller"), AGENT("node-agent");

        private final String title;

        Actor(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        private static Optional<Actor> of(String agent) {
            for (Actor actor : values()) {
                if (agent.contains(actor.title))
                    return Optional.of(actor);
            }
            return Optional.empty();
        }
    }

    @Override
    public void requested(RequestLog.Entry request) {
        Actor.of(request.agent())
                .ifPresent(actor -> KUBERNETES.computeIfAbsent(actor, any -> new ConcurrentSkipListMap<>())
                        .putIfAbsent(KubernetesRight.of(request), request.toString()));
    }

    @Override
    public void called(CallRecord call) {
        Actor.of(call.agent())
                .ifPresent(actor -> AzureActions.of(call)
                        .forEach(action -> AZURE
                                .computeIfAbsent(actor,
                                        any -> new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER))
                                .putIfAbsent(action, call.line())));
    }

    static SortedMap<KubernetesRight, String> inKubernetes(Actor actor) {
        return KUBERNETES.getOrDefault(actor, new ConcurrentSkipListMap<>());
    }

    /** Keys are actions, compared without regard to case. */
    static SortedMap<String, String> inAzure(Actor actor) {
        return AZURE.getOrDefault(actor, new ConcurrentSkipListMap<>());
    }
}
