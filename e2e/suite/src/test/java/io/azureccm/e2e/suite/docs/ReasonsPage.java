package io.azureccm.e2e.suite.docs;

import io.azureccm.service.status.ServiceReason;

/** The page that the messages of conditions point to: one heading for each reason. */
final class ReasonsPage {
    private ReasonsPage() {}

    static String text() {
        StringBuilder page = new StringBuilder(
                """
                        # Conditions of Services, and their reasons

                        The service-controller writes two conditions into the status of a Service, named as in the Gateway API:

                        | Condition | `True` | `False` | `Unknown` |
                        |---|---|---|---|
                        | `azureccm.io/Accepted` | the configuration of the Service is understood and allowed | it is not; the message says what would be valid | Azure could not be read, so the configuration was not checked |
                        | `azureccm.io/Programmed` | everything the Service asks for is in Azure, and its address is in the status | something is missing; the message says what, and who can correct it | the state is unknown: Azure could not be read, or did not report how a write ended |

                        ```bash
                        kubectl wait --for=condition=azureccm.io/Programmed service/web --timeout=2m
                        kubectl get service web -o jsonpath='{range .status.conditions[*]}{.type} {.status} {.reason}: {.message}{"\\n"}{end}'
                        ```

                        - Conditions result only from outcomes, and are written together with the address in one patch. While work is in progress, nothing is written.
                        - A healthy Service without conditions, as the Go controller manager leaves it, is not patched only to add them. It gets
                          them with the next patch that is necessary anyway, or when it has a problem.
                        - A problem that lasts until somebody corrects it is shown at once. A problem that is expected to end by itself is shown after
                          10 seconds, and changes at most every 30 seconds.
                        - `lastTransitionTime` changes only when the status does. `observedGeneration` is set if the API gives a Service a generation.
                          If it does not, the conditions of a Service that was just changed are the previous ones until the change has an outcome.
                        - A Service that shows an address keeps its conditions while Azure cannot be read.
                        - `Programmed` is `True` with a message if something that the Service asks for has no effect, such as source ranges that were left out: the
                          message says which access is in force.
                        - When a Service gets another type, its conditions are removed with the load balancer. `azureccm.conditions.enabled: false` switches
                          conditions off; existing ones are [removed by a command](../../guides/switch-over.md#conditions-of-services).

                        Reasons are stable: scripts and alerts may rely on them. The reason `NotAccepted` of `Programmed` refers to the condition `Accepted`. The
                        condition `Accepted` has the reason `Accepted` when there is no problem.
                        """);
        for (ServiceReason reason : ServiceReason.values()) {
            page.append("\n## ").append(reason.word()).append("\n\n").append(reason.meaning());
            page.append("\n\n**What to do:** ").append(reason.remedy()).append('\n');
        }
        return page.toString();
    }
}
