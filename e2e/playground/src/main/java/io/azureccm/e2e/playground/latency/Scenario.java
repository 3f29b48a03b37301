package io.azureccm.e2e.playground.latency;

import static io.azureccm.e2e.playground.latency.CriticalPath.inOrder;
import static io.azureccm.e2e.playground.latency.CriticalPath.sideBySide;
import static io.azureccm.e2e.playground.latency.CriticalPath.write;
import static io.azureccm.e2e.playground.latency.CriticalPath.writes;

import io.azureccm.e2e.playground.latency.LatencyTarget.Figure;
import java.util.List;

/** A change in the cluster that is measured, the writes that it needs, and its targets. */
public record Scenario(String title, CriticalPath path, List<LatencyTarget> aims) {
    public static Scenario oneMore(SlowAzure azure) {
        return new Scenario("one more Service", thenRest(write("public IP", azure.publicIp()), azure),
                List.of(new LatencyTarget(Figure.RATIO, 1.25), new LatencyTarget(Figure.READS, 6),
                        new LatencyTarget(Figure.WRITES, 3)));
    }

    /** Nothing waits for the machine of the node. */
    public static Scenario besideJoiningNode(SlowAzure azure) {
        return new Scenario("one more Service, 1 s after a node joined",
                thenRest(write("public IP", azure.publicIp()), azure),
                List.of(new LatencyTarget(Figure.RATIO, 1.5)));
    }

    public static Scenario deleted(SlowAzure azure) {
        return new Scenario("one Service deleted",
                sideBySide(inOrder(write("load balancer", azure.loadBalancer()), write("public IP", azure.publicIp())),
                        write("security group", azure.securityGroup())),
                List.of(new LatencyTarget(Figure.RATIO, 1.25)));
    }

    /** With pools of machines, so the scale set and its machines are written, too. */
    public static Scenario burst(SlowAzure azure, int services, int nodes, WritePace pace) {
        return new Scenario(services + " Services at once", burstPath(azure, services, nodes, pace),
                List.of(new LatencyTarget(Figure.RATIO, 1.1), new LatencyTarget(Figure.READS, 8),
                        new LatencyTarget(Figure.WRITES, services + 3 + nodes)));
    }

    /** The same for a controller that has just become ready. */
    public static Scenario burstAtStart(SlowAzure azure, int services, int nodes, WritePace pace) {
        return new Scenario(services + " Services at once at the start", burstPath(azure, services, nodes, pace),
                List.of(new LatencyTarget(Figure.READS, 8), new LatencyTarget(Figure.WRITES, services + 3 + nodes)));
    }

    private static CriticalPath burstPath(SlowAzure azure, int services, int nodes, WritePace pace) {
        return inOrder(writes(services, "public IPs", azure.publicIp(), pace),
                sideBySide(inOrder(write("load balancer", azure.loadBalancer()), write("scale set", azure.scaleSet()),
                        writes(nodes, "machines", azure.machine(), pace)),
                        write("security group", azure.securityGroup())));
    }

    public static Scenario firstOfMany(SlowAzure azure, int services) {
        return new Scenario(services + " Services at once: first address",
                thenRest(write("public IP", azure.publicIp()), azure),
                List.of(new LatencyTarget(Figure.SECONDS, 8)));
    }

    /** With IP-based pools: only public IPs, load balancer and security group are written. */
    public static Scenario allOfMany(SlowAzure azure, int services, WritePace pace) {
        return new Scenario(services + " Services at once: all addresses",
                thenRest(writes(services, "public IPs", azure.publicIp(), pace), azure),
                List.of(new LatencyTarget(Figure.RATIO, 1.2), new LatencyTarget(Figure.SHARED_WRITES, 12)));
    }

    private static CriticalPath thenRest(CriticalPath publicIps, SlowAzure azure) {
        return inOrder(publicIps, sideBySide(write("load balancer", azure.loadBalancer()),
                write("security group", azure.securityGroup())));
    }
}
