package io.azureccm.common.boot.settings.azure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Refused Services: what they get in Azure.
 *
 * @param publicIp Whether a new external Service that is refused gets its public IP, which is billed: created, as in the Go
 *                 controller, so that the address exists once the mistake is fixed, or none. One that a Service has is kept.
 */
@ConfigurationProperties("azureccm.refused-services")
public record RefusedServicesSettings(@DefaultValue("created") PublicIp publicIp) {
    /** What a new Service gets. */
    public enum PublicIp {
        CREATED, NONE
    }

    /** Whether a new Service that is refused gets a public IP. */
    public boolean createsPublicIp() {
        return publicIp == PublicIp.CREATED;
    }
}
