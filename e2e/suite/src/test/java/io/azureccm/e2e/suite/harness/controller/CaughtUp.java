package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.informer.ResourceStore;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Waits until the caches of a controller hold what the Kubernetes API has: a controller that has not heard of a change yet has
 * nothing to do, and would count as quiet.
 */
final class CaughtUp {
    private static final Duration STEP = Duration.ofMillis(20);

    private CaughtUp() {}

    static void await(Duration bound, KubernetesClient client, ResourceInformers informers) {
        long start = System.nanoTime();
        while (!informers.informers().stream().allMatch(informer -> holds(client, informer))) {
            if (System.nanoTime() - start > bound.toNanos())
                throw new AssertionError("the caches do not hold what the API has: " + informers.status());
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    private static boolean holds(KubernetesClient client, ResourceInformer<?> informer) {
        try {
            return versions(listed(client, informer.status().resource())).equals(versions(informer.store().list()));
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    private static List<? extends HasMetadata> listed(KubernetesClient client, String resource) {
        return switch (resource) {
            case "services" -> client.services().inAnyNamespace().list().getItems();
            case "nodes" -> client.nodes().list().getItems();
            case "namespaces" -> client.namespaces().list().getItems();
            case "endpointslices" -> client.discovery().v1().endpointSlices().inAnyNamespace().list().getItems();
            default -> throw new IllegalArgumentException("no list of " + resource + " is known here");
        };
    }

    private static Map<String, String> versions(List<? extends HasMetadata> objects) {
        return objects.stream()
                .collect(Collectors.toMap(ResourceStore::key, object -> object.getMetadata().getResourceVersion()));
    }
}
