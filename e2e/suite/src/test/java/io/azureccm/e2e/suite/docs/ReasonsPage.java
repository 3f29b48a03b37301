package io.azureccm.e2e.suite.docs;

import io.azureccm.service.status.ServiceReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why a Service has no address: the page that the messages of conditions point to, one heading for each reason, with what tests have seen. */
final class ReasonsPage {
    private static final Pattern CASE = Pattern.compile("(?s)\n## ([^\n]+)\n\n```text\n(.*?)```");
    private static final Pattern CONDITION = Pattern
            .compile("condition    azureccm.io/\\w+ (?:False|Unknown) (\\w+): (.*?)(?: What to do: .*)?");

    private static final int MAX_LENGTH = 100;

    private ReasonsPage() {}

    static String text() {
        StringBuilder page = new StringBuilder(
                """
                        # Why a Service has no address

                        1. Read its conditions and events: `kubectl describe service NAME` or `kubectl azureccm explain service NAMESPACE/NAME`. Find the reason below.
                        2. No condition and no event: see [nothing is said](#nothing-is-said).
                        3. If the controller may lack something, run [the doctor](../../guides/inspect.md#doctor).

                        | Condition | `True` | `False` | `Unknown` |
                        |---|---|---|---|
                        | `azureccm.io/Accepted` | the configuration is understood and allowed | it is not; the message says what would be valid | Azure could not be read, so it was not checked |
                        | `azureccm.io/Programmed` | all that the Service asks for is in Azure, and its address in the status | something is missing; the message says what, and who can correct it | Azure could not be read, or did not report how a write ended |

                        ```bash
                        kubectl wait --for=condition=azureccm.io/Programmed service/web --timeout=2m
                        kubectl get service web -o jsonpath='{range .status.conditions[*]}{.type} {.status} {.reason}: {.message}{"\\n"}{end}'
                        ```

                        Reasons are stable: scripts and alerts may rely on them. `NotAccepted` of `Programmed` refers to `Accepted`, whose reason is `Accepted` when there is no problem.
                        The same text is in the event `SyncLoadBalancerFailed`, the log, the [console](../../guides/kubectl.md#console) (state `REFUSED` or `FAILED`) and the metric `controller_objects`.

                        ## Nothing is said

                        | Symptom | Cause and fix |
                        |---|---|
                        | no event | no instance leads (`kubectl -n kube-system get lease azure-service-controller`), or the Service is not managed: `spec.type` must be `LoadBalancer`, `spec.loadBalancerClass` that of `--load-balancer-class`, or empty |
                        | no event, phase `HOLDING` in health | another program may do the same work: [the hand-over guard](../../guides/switch-over.md#the-hand-over-guard) |
                        | `UnknownAnnotation` | a key without effect; the event names the correct one. The Service may be public although it was meant to be internal |
                        | `UnclearAnnotation` | the value is neither `true` nor `false`; the event says how it is read |
                        | `UnAvailableLoadBalancer` | no node may get traffic: [which nodes count](README.md#labels) |
                        | an address, but time-outs | pods not ready, probes failing, or a security group of the subnet that the controller does not write (only `securityGroupName`) |
                        | the address changed | event `PublicIPReplaced`; to keep one, name a public IP of your own with `azure-pip-name` |

                        ## A Service is not deleted

                        The finalizer goes when nothing of the Service is left in Azure; the event names what Azure refuses to delete. After a failed write, or under a new leader, an empty answer is trusted
                        after 15 seconds (log: `Azure shows nothing of it`). If Azure is gone for good, remove the finalizer; [orphans](../../guides/orphans.md) lists what is left:

                        ```bash
                        kubectl patch service NAME --type=merge -p '{"metadata":{"finalizers":null}}'
                        ```

                        ## The controller is slow or restarts

                        | Symptom | Cause |
                        |---|---|
                        | `kubectl azureccm budget` shows `waiting` or `closed until` | [the call budget](../../contributing/budget.md): Azure throttles, or the work is larger than the limits |
                        | code `CircuitOpen` | calls fail: [breakers](../../explanation/resilience.md), metric `resilience4j_circuitbreaker_state` |
                        | exit code 1 and one line | invalid flag, setting or config; the line says what is valid |
                        | `OOMKilled` | raise `-Xmx` in `javaOptions` and `resources` together: [large clusters](../../guides/large-clusters.md) |
                        | liveness fails | no turns; the profile `debug` adds `/actuator/threaddump` |

                        Azure or Kubernetes that do not answer never restart a pod: it becomes unready, says why, and goes on later.

                        ## To report a problem

                        Attach the log from the start with `--v=4`, `/actuator/plans`, `/actuator/health` and `kubectl get events`. They contain names and subscription IDs, but no secrets.

                        ## Reasons
                        """);
        Map<String, List<String>> seen = seen();
        for (ServiceReason reason : ServiceReason.values()) {
            page.append("\n### ").append(reason.word()).append("\n\n").append(reason.meaning());
            page.append(" **Do:** ").append(reason.remedy()).append('\n');
            List<String> messages = seen.getOrDefault(reason.word(), List.of());
            if (!messages.isEmpty())
                page.append('\n').append(String.join("\n", messages)).append('\n');
        }
        return page
                .append("""

                        ## Rules of conditions

                        - They result from outcomes only and are written with the address in one patch; nothing is written while work is in progress. `observedGeneration` is set if the Service has a generation.
                        - A healthy Service without conditions gets them with the next patch that is necessary anyway. A Service that shows an address keeps them while Azure cannot be read.
                        - A lasting problem is shown at once; one that should end by itself after 10 seconds, changing at most every 30. `lastTransitionTime` changes with the status only.
                        - `Programmed` is `True` with a message if something has no effect, such as source ranges that were left out.
                        - They go when the Service gets another type. `azureccm.conditions.enabled: false` switches them off; [a command](../../guides/switch-over.md#conditions-of-services) removes them.
                        """)
                .toString();
    }

    /** The messages that Services had which were made to stay pending, as items of a list, by reason. */
    private static Map<String, List<String>> seen() {
        Map<String, List<String>> seen = new TreeMap<>();
        Matcher each = CASE.matcher(read());
        while (each.find()) {
            String title = each.group(1);
            each.group(2)
                    .lines()
                    .map(CONDITION::matcher)
                    .filter(condition -> condition.matches() && !condition.group(1).equals("NotAccepted"))
                    .findFirst()
                    .ifPresent(condition -> seen.computeIfAbsent(condition.group(1), _ -> new ArrayList<>())
                            .add("- " + title + ": `" + shortened(condition.group(2).replace("`", "'")) + "`"));
        }
        return seen;
    }

    private static String shortened(String message) {
        return message.length() <= MAX_LENGTH
                ? message
                : message.substring(0, message.lastIndexOf(' ', MAX_LENGTH)) + " ...";
    }

    private static String read() {
        try {
            return Files.readString(
                    Repository.root().resolve("e2e/suite/src/test/resources/pending-services.md"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
