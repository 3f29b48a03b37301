package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An annotation of a Lease whose value is a comma-separated list of words, written by users and removed once it has been
 * processed. Every read is an API call.
 */
public final class LeaseAnnotation {
    private static final Logger log = LoggerFactory.getLogger(LeaseAnnotation.class);
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final ApiRequests api;
    private final String path;
    private final String key;

    public LeaseAnnotation(ApiRequests api, String namespace, String name, String key) {
        this.api = api.within(LIMIT);
        this.path = ApiLease.path(namespace) + "/" + name;
        this.key = key;
    }

    /**
     * The current words, without those in {@code over}, which are removed from the annotation; empty set if the Lease does
     * not exist. Empty if the annotation could not be read, which is logged.
     */
    public Optional<Set<String>> read(Set<String> over) {
        try {
            return Optional.of(read(api.get(path), over));
        } catch (KubernetesClientException failure) {
            if (KubeFailures.code(failure) == 404)
                return Optional.of(Set.of());
            log.warn("The annotation {} of {} could not be read: {}", key, path, failure.getMessage());
            return Optional.empty();
        }
    }

    /** If the Lease has been renewed in the meantime, the removal is retried with the next read. */
    private Set<String> read(JsonNode lease, Set<String> over) {
        Set<String> words = words(lease.path("metadata").path("annotations").path(key).asText(""));
        Set<String> rest = new TreeSet<>(words);
        if (!rest.removeAll(over))
            return words;
        ObjectNode next = lease.deepCopy();
        ObjectNode annotations = next.withObjectProperty("metadata").withObjectProperty("annotations");
        if (rest.isEmpty())
            annotations.remove(key);
        else
            annotations.put(key, String.join(",", rest));
        try {
            api.put(path, next);
            return rest;
        } catch (KubernetesClientException failure) {
            return words;
        }
    }

    private static Set<String> words(String text) {
        Set<String> words = new TreeSet<>();
        Arrays.stream(text.split(",")).map(String::strip).filter(word -> !word.isEmpty()).forEach(words::add);
        return words;
    }
}
