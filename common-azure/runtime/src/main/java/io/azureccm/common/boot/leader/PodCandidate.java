package io.azureccm.common.boot.leader;

import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.kubernetes.commons.leader.Leader;
import org.springframework.cloud.kubernetes.commons.leader.LeaderProperties;
import org.springframework.cloud.kubernetes.fabric8.leader.Fabric8LeadershipController;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/**
 * The candidate of spring-cloud-kubernetes, which says what keeps it from being elected. Nothing that fails ends the
 * library's schedule, which an exception would.
 */
final class PodCandidate extends Fabric8LeadershipController {
    private static final Logger log = LoggerFactory.getLogger(PodCandidate.class);

    private final KubernetesClient ofPod;
    private volatile Election.LeaderState leader = new Election.LeaderState("", Optional.empty());

    /** {@code ofPod}: a client whose namespace is that of the pods of all candidates. */
    PodCandidate(Candidate candidate, LeaderProperties properties, LeaderEventPublisher publisher,
            KubernetesClient ofPod) {
        super(candidate, properties, publisher, ofPod);
        this.ofPod = ofPod;
    }

    Election.LeaderState leader() {
        return leader;
    }

    @Override
    public void update() {
        try {
            super.update();
            Optional<Leader> leader = getLocalLeader();
            stand(new Election.LeaderState(leader.map(Leader::getId).orElse(""),
                    leader.isPresent() ? Optional.empty() : whyNot()));
        } catch (RuntimeException failed) {
            failed(failed);
        }
    }

    /** Shown in health until the next attempt, which comes in any case. */
    void failed(RuntimeException failure) {
        boolean isDefect = !(failure instanceof KubernetesClientException);
        Optional<String> problem = Optional.of(isDefect
                ? "unexpected failure of the election: " + failure
                : KubeFailures.describe(ofPod.getMasterUrl().toString(), failure));
        if (isDefect && !problem.equals(leader.problem()))
            log.error("Unexpected failure of the election, which continues", failure);
        stand(new Election.LeaderState(leader.holder(), problem));
    }

    private Optional<String> whyNot() {
        Pod pod = ofPod.pods().withName(candidate.getId()).get();
        String name = ofPod.getNamespace() + "/" + candidate.getId();
        if (pod == null)
            return Optional.of("pod " + name + " does not exist, and only a pod can be elected with"
                    + " azureccm.leader-election.mode=configmap: set the environment variable HOSTNAME to the name of the"
                    + " pod and POD_NAMESPACE to its namespace, or use mode lease");
        return Readiness.isPodReady(pod)
                ? Optional.empty()
                : Optional.of("pod " + name + " is not ready, and only a ready pod can be elected");
    }

    private synchronized void stand(Election.LeaderState now) {
        boolean news = !now.problem().equals(leader.problem());
        leader = now;
        if (news)
            now.problem().ifPresent(problem -> log.warn("No leadership: {}", problem));
    }
}
