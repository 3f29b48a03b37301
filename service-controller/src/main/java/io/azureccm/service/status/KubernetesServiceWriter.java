package io.azureccm.service.status;

import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.common.kube.patch.ServicePatches;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Writes Services with patches that apply only to the exact object they were made for (same UID). */
public final class KubernetesServiceWriter implements ServiceWriter {
    private final ServicePatches patches;
    private final String finalizer;

    /** {@code served}: whose finalizer the Services get. */
    public KubernetesServiceWriter(ServicePatches patches, LoadBalancerClass served) {
        this.patches = patches;
        this.finalizer = served.finalizer();
    }

    @Override
    public boolean addFinalizer(Service service) {
        PatchOutcome outcome = patches.addFinalizer(service, finalizer);
        require(outcome);
        return outcome != PatchOutcome.GONE;
    }

    @Override
    public void removeFinalizer(Service service) {
        require(patches.removeFinalizer(service, finalizer));
    }

    @Override
    public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
        List<LoadBalancerIngress> ingress = addresses.stream()
                .map(address -> new LoadBalancerIngressBuilder().withIp(address).build())
                .toList();
        AtomicReference<String> version = new AtomicReference<>("");
        require(patches.status(service, ingress, conditions,
                written -> version.set(written.at("/metadata/resourceVersion").asText(""))));
        return version.get();
    }

    private static void require(PatchOutcome outcome) {
        if (outcome == PatchOutcome.REFUSED) {
            throw new IllegalStateException("this process is no longer allowed to write");
        }
    }
}
