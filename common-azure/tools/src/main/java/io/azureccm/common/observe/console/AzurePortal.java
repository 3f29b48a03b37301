package io.azureccm.common.observe.console;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.EndpointConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.cloud.CloudNames;
import java.util.Map;
import java.util.Optional;

/** The address of the Azure portal of a cloud. */
final class AzurePortal {
    private static final Map<AzureCloud, String> PORTALS = Map.of(AzureCloud.PUBLIC, "https://portal.azure.com",
            AzureCloud.CHINA, "https://portal.azure.cn", AzureCloud.US_GOVERNMENT, "https://portal.azure.us");

    private AzurePortal() {}

    /** Empty for a cloud that is described by its own endpoint or file: its portal is not known. */
    static Optional<String> of(CloudConfig config) {
        EndpointConfig endpoint = config.arm().endpoint();
        return endpoint.resourceManagerEndpoint().isEmpty()
                ? CloudNames.find(endpoint.cloud()).map(PORTALS::get)
                : Optional.empty();
    }
}
