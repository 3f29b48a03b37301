package io.azureccm.e2e.suite.docs;

import io.azureccm.service.status.ServiceReason;

/** The page that the messages of conditions point to: one heading for each reason. */
final class ReasonsPage {
    private ReasonsPage() {}

    static String text() {
        StringBuilder page = new StringBuilder(
                """
                        # Conditions of Services, and their reasons

                        The service-controller writes two conditions into the status of a Service, after the words of the Gateway API:

                        | Condition | `True` | `False` | `Unknown` |
                        |---|---|---|---|
                        | `azureccm.io/Accepted` | what the Service asks for is understood and allowed | it is not: the message says what would be right | Azure could not be read, so that it was not checked |
                        | `azureccm.io/Programmed` | everything it asks for is in Azure, and its address is in the status | something is missing: the message says what, and who can mend it | nobody knows: Azure could not be read, or did not say how a write ended |

                        ```bash
                        kubectl wait --for=condition=azureccm.io/Programmed service/web --timeout=2m
                        kubectl get service web -o jsonpath='{range .status.conditions[*]}{.type} {.status} {.reason}: {.message}{"\\n"}{end}'
                        ```

                        - They come from outcomes alone, with the address in one patch. While work goes on nothing is written.
                        - A Service that is in order and has no conditions, as the Go controller manager leaves it, is not written to for their sake: it gets
                          them with the next patch that it needs anyway, or when something is wrong with it.
                        - What lasts until somebody mends it is shown at once. What is expected to go away by itself is shown once it has lasted for
                          10 seconds, and changes at most every 30 seconds.
                        - `lastTransitionTime` changes only when the status does. `observedGeneration` is there where the API gives a Service a generation;
                          where it does not, the conditions of a Service that was just changed are those of before until the change has an outcome.
                        - A Service that shows an address keeps its conditions while Azure cannot be read.
                        - They go with the load balancer, when a Service gets another type. `azureccm.conditions.enabled: false` turns them off; those that
                          are there are [taken off by a command](../../guides/switch-over.md#conditions-of-services).

                        Reasons are stable: scripts and alerts may rely on them. `NotAccepted` of `Programmed` points to `Accepted`; `Accepted` is the reason
                        of `Accepted` where all is well.
                        """);
        for (ServiceReason reason : ServiceReason.values()) {
            page.append("\n## ").append(reason.word()).append("\n\n").append(reason.meaning());
            page.append("\n\n**What to do:** ").append(reason.remedy()).append('\n');
        }
        return page.toString();
    }
}
