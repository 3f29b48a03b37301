package io.azureccm.common.boot.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.boot.leader.HandOverText;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeFailures;
import io.azureccm.common.kube.leader.ApiLeaseStore;
import io.azureccm.common.kube.leader.LeaderClock;
import io.azureccm.common.kube.leader.LeaseSearch;
import io.azureccm.common.kube.leader.LeaseWatch;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Checks the cluster: its API, other programs that do the same work, how kubelets were started, and how many instances can
 * run.
 */
final class ClusterChecks {
    private static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";
    private static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    private static final int SHOWN = 3;

    private final ControllerOptions options;
    private final KubernetesClient client;
    private final ApiRequests api;

    ClusterChecks(ControllerOptions options, KubernetesClient client) {
        this.options = options;
        this.client = client;
        this.api = new ApiRequests(client);
    }

    List<Finding> findings() throws InterruptedException {
        Optional<String> problem = KubeClients.problem(client);
        if (problem.isPresent())
            return List.of(Finding.failure("kubernetes", problem.get(), "kubectl cluster-info"));
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("kubernetes", client.getMasterUrl() + " answers"));
        for (LeaseName lease : leasesOfOthers(findings)) {
            findings.add(secondWriter(lease));
        }
        try {
            List<JsonNode> nodes = items("api/v1/nodes");
            findings.add(kubelets(nodes));
            findings.add(instances(nodes.stream()
                    .filter(node -> node.path("metadata").path("labels").has(CONTROL_PLANE))
                    .count()));
        } catch (KubernetesClientException failure) {
            findings.add(Finding.failure("nodes", KubeFailures.describe(client.getMasterUrl().toString(), failure),
                    "kubectl auth can-i list nodes"));
        }
        return findings;
    }

    /** With those that searches find; a search that fails is a finding. */
    private Set<LeaseName> leasesOfOthers(List<Finding> findings) {
        LeaderElectionOptions election = options.leaderElection();
        Set<LeaseName> leases = new LinkedHashSet<>();
        for (LeaseName lease : election.leasesOfOthers()) {
            if (!lease.isInAnyNamespace()) {
                leases.add(lease);
                continue;
            }
            LeaseSearch search = new LeaseSearch(client, lease.name(), Duration.ZERO);
            LeaseWatch.Status status = search.check();
            if (status.state() == LeaseWatch.State.NOT_SEARCHED)
                findings.add(Finding.ok("second-writer", "leases " + lease + " are " + HandOverText.state(status)));
            search.found()
                    .stream()
                    .map(namespace -> new LeaseName(namespace, lease.name()))
                    .filter(election::isOfOthers)
                    .forEach(leases::add);
        }
        return leases;
    }

    /** Watches the lease until it is known whether it is renewed, which takes at most one lease duration. */
    private Finding secondWriter(LeaseName lease) throws InterruptedException {
        LeaderElectionOptions times = options.leaderElection();
        LeaseWatch watch = new LeaseWatch(new ApiLeaseStore(client, lease.namespace(), lease.name()),
                times.leaseDuration(), LeaderClock.SYSTEM, client.getMasterUrl().toString());
        LeaseWatch.Status status = watch.check();
        long until = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (status.state() == LeaseWatch.State.UNKNOWN && System.nanoTime() < until) {
            Thread.sleep(POLL_INTERVAL);
            status = watch.check();
        }
        String line = "lease " + lease + " is " + HandOverText.state(status);
        if (status.isFree())
            return Finding.ok("second-writer", line);
        return status.state() == LeaseWatch.State.RENEWED
                ? Finding.warning("second-writer", line + ": this controller would plan but not write",
                        new HandOverText(options.app()).remedy(lease))
                : Finding.failure("second-writer", line, "kubectl -n " + lease.namespace() + " create role lease-reader"
                        + " --verb=get --resource=leases --resource-name=" + lease.name());
    }

    private static Finding kubelets(List<JsonNode> nodes) {
        List<String> foreign = nodes.stream()
                .filter(node -> node.path("spec").path("providerID").asText().isEmpty() && !isTainted(node))
                .map(node -> node.path("metadata").path("name").asText())
                .toList();
        if (!foreign.isEmpty())
            return Finding.failure("nodes",
                    foreign.size() + " nodes have neither a provider id nor the taint " + UNINITIALIZED
                            + ", so their kubelets run without --cloud-provider=external: "
                            + String.join(", ", foreign.stream().limit(SHOWN).toList()),
                    "echo 'KUBELET_EXTRA_ARGS=--cloud-provider=external' | sudo tee -a /etc/default/kubelet && sudo systemctl"
                            + " restart kubelet; then: kubectl taint nodes " + foreign.getFirst() + " " + UNINITIALIZED
                            + "=true:NoSchedule");
        long waiting = nodes.stream().filter(ClusterChecks::isTainted).count();
        return Finding.ok("nodes", nodes.size() + " nodes, " + waiting + " waiting to be initialized");
    }

    private static boolean isTainted(JsonNode node) {
        return StreamSupport.stream(node.path("spec").path("taints").spliterator(), false)
                .anyMatch(taint -> taint.path("key").asText().equals(UNINITIALIZED));
    }

    private Finding instances(long machines) {
        String namespace = options.leaderElection().resourceNamespace();
        List<JsonNode> deployments;
        try {
            deployments = items("apis/apps/v1/namespaces/" + namespace
                    + "/deployments?labelSelector=app.kubernetes.io%2Fname%3D" + options.app().title());
        } catch (KubernetesClientException notAllowed) {
            return Finding.ok("replicas",
                    machines + " control plane nodes; Deployments cannot be read, so replicas are not compared");
        }
        if (deployments.isEmpty())
            return machines > 0
                    ? Finding.ok("replicas", machines + " control plane nodes; a DaemonSet has a pod on each")
                    : Finding.warning("replicas", "no node has the label " + CONTROL_PLANE
                            + ", so a DaemonSet has no pods",
                            "helm upgrade RELEASE charts/" + options.app().title() + " --namespace " + namespace
                                    + " --reset-then-reuse-values --set kind=Deployment --set nodeSelector=null");
        return replicas(deployments.getFirst(), machines, namespace);
    }

    private Finding replicas(JsonNode deployment, long machines, String namespace) {
        int replicas = deployment.path("spec").path("replicas").asInt(1);
        String line = replicas + " replicas on " + machines + " control plane nodes";
        boolean tight = replicas > machines
                && deployment.at("/spec/template/spec/nodeSelector").has(CONTROL_PLANE);
        return tight || replicas == 1 && machines > 1
                ? Finding.warning("replicas",
                        line + (tight ? ": not every replica finds a node" : ": there is no standby"),
                        "kubectl -n " + namespace + " scale deployment "
                                + deployment.path("metadata").path("name").asText() + " --replicas="
                                + Math.max(1, Math.min(machines, 2)))
                : Finding.ok("replicas", line);
    }

    private List<JsonNode> items(String path) {
        return StreamSupport.stream(api.get(path).path("items").spliterator(), false).toList();
    }
}
