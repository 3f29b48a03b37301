package io.azureccm.common.boot.leader;

import io.azureccm.common.boot.TimeLimitedTask;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.cloud.kubernetes.commons.leader.LeaderInitiator;
import org.springframework.cloud.kubernetes.commons.leader.LeaderProperties;
import org.springframework.cloud.kubernetes.commons.leader.LeaderUtils;
import org.springframework.cloud.kubernetes.fabric8.leader.Fabric8LeaderRecordWatcher;
import org.springframework.cloud.kubernetes.fabric8.leader.Fabric8PodReadinessWatcher;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/**
 * The election of spring-cloud-kubernetes on a ConfigMap ({@code azureccm.leader-election.mode=configmap}). A candidate is a
 * pod, named by {@code HOSTNAME}, and is elected only while that pod is ready. The parts of the library are created here
 * and not by its auto-configuration: it ends the process if the Kubernetes API does not respond at the start, and takes the
 * namespace of the pod from a client that has none.
 */
final class ConfigMapElection implements Election {
    private final String name;
    private final LeaderFlag leaderFlag;
    private final Duration retryPeriod;
    private final KubernetesClient client;
    private final PodCandidate candidate;
    private final LeaderInitiator initiator;
    private volatile Thread starting;

    ConfigMapElection(KubeSettings kube, LeaderElectionOptions options, LeaderProperties properties,
            LeaderFlag leaderFlag, LeaderEventPublisher publisher) {
        this.name = properties.getNamespace(options.resourceNamespace()) + "/" + properties.getConfigMapName();
        this.leaderFlag = leaderFlag;
        this.retryPeriod = options.retryPeriod();
        String pod = podName();
        this.client = KubeClients.openForLease(kube, options.renewDeadline().dividedBy(2));
        KubernetesClient ofPod = client.adapt(NamespacedKubernetesClient.class)
                .inNamespace(LeaderUtils.podNamespace().orElse(options.resourceNamespace()));
        this.candidate = new PodCandidate(new DefaultCandidate(pod, properties.getRole()), properties, publisher,
                ofPod);
        this.initiator = new LeaderInitiator(properties, candidate,
                new Fabric8LeaderRecordWatcher(properties, candidate, ofPod),
                new Fabric8PodReadinessWatcher(pod, ofPod, candidate));
    }

    private static String podName() {
        try {
            return LeaderUtils.hostName();
        } catch (UnknownHostException unknown) {
            throw new IllegalStateException(
                    "azureccm.leader-election.mode: configmap needs the name of this pod: set the"
                            + " environment variable HOSTNAME to it, or use mode lease",
                    unknown);
        }
    }

    @Override
    public String decidedBy() {
        return "config map " + name;
    }

    @Override
    public WriteFence fence() {
        return () -> leaderFlag.isTaken() ? Optional.empty() : Optional.of("this instance does not lead");
    }

    /** The library does not say. */
    @Override
    public boolean isSuccessor() {
        return true;
    }

    @Override
    public LeaderState leader() {
        return candidate.leader();
    }

    @Override
    public void start() {
        starting = Thread.ofVirtual().name("config-map-election").start(this::startUntilTheApiResponds);
    }

    private void startUntilTheApiResponds() {
        try {
            while (!hasStarted()) {
                Thread.sleep(retryPeriod);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean hasStarted() {
        try {
            initiator.start();
            return true;
        } catch (RuntimeException failed) {
            candidate.failed(failed);
            return false;
        }
    }

    @Override
    public void stop(Duration longest) {
        if (starting != null)
            starting.interrupt();
        TimeLimitedTask.run("config-map-release", this::release, longest);
        client.close();
    }

    private synchronized void release() {
        initiator.stop();
    }
}
